import { groupByFour } from './digit-groups.tsx'

/** Codes to keep, in mono and in groups, so that they can be read aloud and typed. */
export function CodeList({ label, codes }: { label: string; codes: readonly string[] }) {
  return (
    <ol
      aria-label={label}
      className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 print:grid-cols-2"
    >
      {codes.map((code) => (
        <li key={code} className="bg-surface px-3 py-2 text-center font-mono text-sm font-semibold">
          {groupByFour(code)}
        </li>
      ))}
    </ol>
  )
}
