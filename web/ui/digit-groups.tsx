/** Digits in groups, for two people to compare aloud. */
export function DigitGroups({ label, text }: { label: string; text: string }) {
  return (
    <ol
      aria-label={label}
      className="grid grid-cols-3 gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-4"
    >
      {text.split(' ').map((group, at) => (
        <li key={`${at} ${group}`} className="bg-surface py-1.5 text-center font-mono text-sm font-semibold">
          {group}
        </li>
      ))}
    </ol>
  )
}
