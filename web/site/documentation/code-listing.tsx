import { Check, Copy, FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'

/** Words around a listing. `code` is read aloud only. */
export type ListingLabels = { code: string; tested: string; copy: string; copied: string; copyFailed: string }

/** Code with what it is written in, whether tests run it, and a button that copies it. */
export function CodeListing({ info, text, labels }: { info: string; text: string; labels: ListingLabels }) {
  const [said, setSaid] = useState<string | null>(null)
  const [language = '', mark] = info.split(' ')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid(labels.copied),
      (error: unknown) => {
        console.warn(error)
        setSaid(labels.copyFailed)
      },
    )
  return (
    <figure className="overflow-hidden rounded-md border border-line">
      <figcaption className="flex min-h-9 flex-wrap items-center gap-2 border-b border-line bg-surface py-1 pr-1 pl-3 text-xs text-ink-3">
        <span className="font-mono">{language}</span>
        {mark === 'verify' && (
          <Badge tone="brand">
            <FlaskConical size={12} aria-hidden="true" />
            {labels.tested}
          </Badge>
        )}
        <span className="ml-auto" aria-live="polite">
          {said}
        </span>
        <Button variant="ghost" size="sm" onClick={() => void copy()}>
          {said === labels.copied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
          {labels.copy}
        </Button>
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable (WCAG 2.1.1) */}
      <section aria-label={labels.code} tabIndex={0} className="overflow-x-auto bg-sunken -outline-offset-2">
        <pre className="w-fit min-w-full overflow-visible! rounded-none! border-0!">
          <code>{text}</code>
        </pre>
      </section>
    </figure>
  )
}
