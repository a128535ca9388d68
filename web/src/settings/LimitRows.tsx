/** What a turn may take, a row for each limit. */
import type { Limits } from "@/client/models";
import { LIMIT_FIELDS, limitProblem, limitText, withLimit } from "@/lib/limits";
import { Row, TextSetting } from "./parts";

interface LimitRowsProps {
  limits: Limits | null | undefined;
  onChange: (limits: Limits | null) => void;
  /** What holds where nothing is said here. */
  inherited?: Limits | null;
}

export function LimitRows({ limits, onChange, inherited }: LimitRowsProps) {
  return LIMIT_FIELDS.map((field) => (
    <Row key={field.name} name={field.word} text={field.text}>
      <TextSetting
        label={field.word}
        inputMode={field.isWhole ? "numeric" : "decimal"}
        value={limitText(limits, field)}
        placeholder={limitText(inherited, field) || field.unset}
        suffix={field.unit}
        problemOf={(text) => limitProblem(field, text)}
        onSave={(text) => onChange(withLimit(limits, field, text))}
      />
    </Row>
  ));
}
