interface TextAreaProps {
  label: string;
  rows: number;
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
  problem?: string | undefined;
}

export function TextArea({ label, rows, value, onChange, placeholder, problem }: TextAreaProps) {
  return (
    <div>
      <div className="input area">
        <textarea aria-label={label} aria-invalid={problem !== undefined} className="mono" rows={rows} value={value} onChange={(event) => onChange(event.target.value)} placeholder={placeholder} spellCheck={false} />
      </div>
      {problem !== undefined && (
        <p className="xs bad below" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
