import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

const TONE = { paper: '', surface: 'border-y border-line bg-surface', tint: 'border-y border-brand/20 bg-brand-tint' }

type Props = ComponentProps<'section'> & {
  tone?: keyof typeof TONE
  /** Layout of what is inside. */
  inner?: string
  children: ReactNode
}

/** One band of a page of the site, as wide as the window; what is in it keeps to the measure. */
export function SiteSection({ tone = 'paper', inner, className, children, ...section }: Props) {
  return (
    <section className={clsx(TONE[tone], className)} {...section}>
      <div className={clsx('mx-auto max-w-[76rem] px-5 py-14 md:px-8 md:py-20', inner)}>{children}</div>
    </section>
  )
}
