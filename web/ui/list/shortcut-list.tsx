import { Fragment } from 'react'

type Shortcut = readonly [keys: readonly string[], does: string]

/** Keys as they stand on the keyboard, and what they do. */
export function ShortcutList({ label, shortcuts }: { label: string; shortcuts: readonly Shortcut[] }) {
  return (
    <dl aria-label={label} className="divide-y divide-line border-y border-line">
      {shortcuts.map(([keys, does]) => (
        <div key={does} className="flex min-h-10 items-center justify-between gap-4 py-1.5 text-sm">
          <dt className="order-2 flex shrink-0 items-center gap-1">
            {keys.map((key, at) => (
              <Fragment key={key}>
                {at > 0 && <span className="sr-only"> + </span>}
                <KeyCap>{key}</KeyCap>
              </Fragment>
            ))}
          </dt>
          <dd className="min-w-0 text-ink-2">{does}</dd>
        </div>
      ))}
    </dl>
  )
}

function KeyCap({ children }: { children: string }) {
  return (
    <kbd className="inline-flex h-6 min-w-6 items-center justify-center rounded-sm border border-control bg-sunken px-1.5 font-mono text-xs">
      {children}
    </kbd>
  )
}
