import { clsx } from 'clsx'

const FILL = { good: 'fill-brand', bad: 'fill-danger', none: 'fill-ink-3' }

type Props = {
  label: string
  /** What there is of each kind; the rest of `all` is still open. */
  parts: readonly { tone: keyof typeof FILL; count: number }[]
  all: number
  size?: 'sm' | 'md'
}

/** How a whole divides, as one bar; its label says it in words. */
export function PartsBar({ label, parts, all, size = 'sm' }: Props) {
  return (
    <>
      <span className="sr-only">{label}</span>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${Math.max(1, all)} 1`}
        preserveAspectRatio="none"
        className={clsx('block w-full rounded-sm bg-sunken', size === 'sm' ? 'h-1' : 'h-2')}
      >
        {parts.map(({ tone, count }, at) => {
          const before = parts.slice(0, at).reduce((sum, part) => sum + part.count, 0)
          return <rect key={tone} x={before} width={count} height={1} className={FILL[tone]} />
        })}
      </svg>
    </>
  )
}
