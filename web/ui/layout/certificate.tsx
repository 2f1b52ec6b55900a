import { Rosette } from './rosette.tsx'

type Props = {
  title: string
  /** What the figure is drawn from. */
  seed: string
  figureNote: string
  /** Name, value, how we know. */
  facts: readonly (readonly [string, string, string])[]
}

const MICROTEXT_REPEATS = 24

/** Facts under a band of linework, like the head of a share certificate. The linework has its own band: it never runs behind text. */
export function Certificate({ title, seed, figureNote, facts }: Props) {
  return (
    <aside aria-label={title} className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface">
      <div className="grid place-items-center overflow-hidden bg-brand-tint py-6">
        <Rosette seed={seed} size={280} />
      </div>
      <p
        aria-hidden="true"
        className="h-2.5 overflow-hidden border-b border-line text-[5px] leading-2.5 whitespace-nowrap text-ink-3 select-none"
      >
        {`${seed} `.repeat(MICROTEXT_REPEATS)}
      </p>
      <div className="px-5 pt-4 pb-5">
        <h2 className="text-lg font-semibold">{title}</h2>
        <dl className="mt-2 divide-y divide-line">
          {facts.map(([name, value, note]) => (
            <div key={name} className="grid gap-x-4 py-2.5 sm:grid-cols-[7rem_1fr]">
              <dt className="text-sm text-ink-3">{name}</dt>
              <dd>
                {/* No second font: it would be a sixteenth of what the page to sign in weighs. */}
                <span className="text-base font-semibold">{value}</span>
                <span className="mt-0.5 block text-xs text-ink-3">{note}</span>
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 border-t border-line pt-3 text-xs text-ink-3">{figureNote}</p>
      </div>
    </aside>
  )
}
