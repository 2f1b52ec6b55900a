import { clsx } from 'clsx'
import { CircleAlert, CircleMinus, LoaderCircle, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Rosette } from '../layout/rosette.tsx'

type Props = {
  title: string
  /** What the figure is drawn from. */
  seed: string
  /** A `dl` of facts. */
  children: ReactNode
  foot: ReactNode
  /** Stands for facts and foot where no script finds them out. */
  withoutScript: ReactNode
}

const MICROTEXT_REPEATS = 16

/** The head of a share certificate: a band with title and linework beside each other, a line of microtext, the facts, a foot. */
export function CertificateCard({ title, seed, children, foot, withoutScript }: Props) {
  return (
    <section aria-label={title} className="overflow-hidden rounded-lg border border-brand/45 bg-surface">
      <header className="relative h-28 overflow-hidden border-b border-brand/30 bg-brand-tint">
        <Rosette
          seed={seed}
          size={300}
          className="pointer-events-none absolute -top-24 -right-20 opacity-80 sm:-right-12"
        />
        <h2 className="absolute bottom-4 left-6 max-w-36 text-lg leading-tight font-semibold sm:max-w-48 sm:text-xl">
          {title}
        </h2>
      </header>
      <p
        aria-hidden="true"
        className="h-2.5 overflow-hidden border-b border-line px-6 font-mono text-[5px] leading-2.5 whitespace-nowrap text-ink-3 select-none"
      >
        {`${title} `.repeat(MICROTEXT_REPEATS)}
      </p>
      <noscript>
        <div className="px-6 py-5 text-base">{withoutScript}</div>
      </noscript>
      <div className="px-6 pt-2 pb-4 noscript:hidden">
        <dl className="divide-y divide-line">{children}</dl>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">{foot}</div>
      </div>
    </section>
  )
}

const TONE = { running: 'text-ink-3', passed: 'text-ink', failed: 'text-copper', absent: 'text-ink-3' }

/** One checked fact: what, what came out, how we know. */
export function CertificateFact({
  name,
  value,
  note,
  state,
}: {
  name: string
  value: string
  note: string
  state: keyof typeof TONE
}) {
  return (
    <div className="grid gap-x-4 py-2.5 sm:grid-cols-[8.5rem_1fr]">
      <dt className="text-sm text-ink-3">{name}</dt>
      <dd className="min-w-0">
        <span className={clsx('font-mono text-[0.9375rem] wrap-break-word tabular-nums', TONE[state])}>{value}</span>
        <p className={clsx('text-xs', state === 'failed' ? 'text-copper' : 'text-ink-3')}>{note}</p>
      </dd>
    </div>
  )
}

const MARK = {
  running: { Icon: LoaderCircle, look: 'text-ink-2', spin: 'animate-spin' },
  passed: { Icon: ShieldCheck, look: 'text-brand', spin: '' },
  failed: { Icon: CircleAlert, look: 'text-copper', spin: '' },
  absent: { Icon: CircleMinus, look: 'text-ink-3', spin: '' },
}

/** An icon and a word for how checks ended. */
export function CheckMark({ state, children }: { state: keyof typeof MARK; children: ReactNode }) {
  const { Icon, look, spin } = MARK[state]
  return (
    <output className={clsx('inline-flex items-center gap-2 text-sm font-medium', look)}>
      <Icon size={17} aria-hidden="true" className={clsx('shrink-0', spin)} />
      {children}
    </output>
  )
}
