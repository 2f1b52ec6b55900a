import { clsx } from 'clsx'

/** Digits in groups, for two people to compare aloud. */
export function DigitGroups({ label, text }: { label: string; text: string }) {
  const groups = text.split(' ')
  return (
    <ol
      aria-label={label}
      className={clsx(
        'grid gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-4',
        // No row is left half empty.
        groups.length % 3 === 0 ? 'grid-cols-3' : 'grid-cols-2',
      )}
    >
      {groups.map((group, at) => (
        <li key={`${at} ${group}`} className="bg-surface py-1.5 text-center font-mono text-sm font-semibold">
          {group}
        </li>
      ))}
    </ol>
  )
}

/** Splits a fingerprint into groups of four, so that two people can compare it aloud. */
export function groupByFour(text: string): string {
  return text.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
