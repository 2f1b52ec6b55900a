/** Names and values between hairlines. `code` marks stand around what is typed. */
export function DefinitionRows({ rows }: { rows: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line text-sm">
      {rows.map(([name, value]) => (
        <div key={name} className="grid gap-x-4 py-2.5 sm:grid-cols-[10rem_1fr]">
          <dt className="text-ink-3">{name}</dt>
          <dd className="font-mono text-[0.8125rem]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
