/** Words whose order matters, numbered, in mono: read across on large screens, down on small ones. */
export function NumberedWords({ label, words }: { label: string; words: readonly string[] }) {
  return (
    <ol
      aria-label={label}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3 md:grid-cols-4"
    >
      {words.map((word, at) => (
        <li key={`${at} ${word}`} className="flex items-baseline gap-2.5 bg-surface px-3 py-2">
          <span className="w-5 shrink-0 text-right text-xs text-ink-3 tabular-nums">{at + 1}</span>
          <span className="font-mono text-base font-semibold">{word}</span>
        </li>
      ))}
    </ol>
  )
}
