import { ChartColumn, Table2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { cx } from "@/lib/classes";
import { IconButton } from "@/ui/Button";

interface PanelProps {
  title: string;
  className?: string;
  legend?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

export function Panel({ title, className, legend, action, children }: PanelProps) {
  return (
    <section className={cx("pn", className)} aria-label={title}>
      <div className="pn-h">
        <h2>{title}</h2>
        {legend && <span className="legend">{legend}</span>}
        {action}
      </div>
      {children}
    </section>
  );
}

interface ChartPanelProps extends PanelProps {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A picture, and the same as a table: for who cannot see it, and for who wants the numbers. */
export function ChartPanel({ head, rows, legend, children, ...panel }: ChartPanelProps) {
  const [isTable, setTable] = useState(false);
  const Icon = isTable ? ChartColumn : Table2;
  const toggle = (
    <IconButton label={isTable ? "Show as a chart" : "Show as a table"} size="sm" onClick={() => setTable(!isTable)}>
      <Icon className="i" size={13} />
    </IconButton>
  );
  return (
    <Panel {...panel} legend={!isTable && legend} action={toggle}>
      {!isTable && <div className="pn-chart" aria-hidden>{children}</div>}
      <div className={isTable ? "pn-table scrolls" : "sr-only"} {...(isTable ? { tabIndex: 0, role: "group", "aria-label": panel.title } : {})}>
        <table className="tb">
          <thead>
            <tr>{head.map((word) => <th key={word} scope="col">{word}</th>)}</tr>
          </thead>
          <tbody>
            {rows.map(([first, ...rest]) => (
              <tr key={first}>
                <th scope="row">{first}</th>
                {rest.map((cell, index) => <td key={index}>{cell}</td>)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
