import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

const TONE = {
  plain: 'text-ink',
  soft: 'text-ink-2',
  hint: 'text-ink-3',
  brand: 'text-brand',
  copper: 'text-copper',
  danger: 'text-danger',
}
const SIZE = { xs: 'text-xs', sm: 'text-sm', base: 'text-base leading-relaxed', lead: 'text-lg leading-[1.55]' }

type Look = { tone?: keyof typeof TONE; size?: keyof typeof SIZE }

/** A paragraph in one of the kit's tones. */
export function Text({ tone = 'plain', size = 'sm', className, ...rest }: ComponentProps<'p'> & Look) {
  return <p className={clsx(TONE[tone], SIZE[size], className)} {...rest} />
}

/** The same inside a line. */
export function Span({ tone = 'plain', size, className, ...rest }: ComponentProps<'span'> & Look) {
  return <span className={clsx(TONE[tone], size && SIZE[size], className)} {...rest} />
}

const LEVEL = {
  page: 'text-2xl font-semibold',
  display: 'text-3xl font-bold',
  section: 'text-lg font-semibold',
  small: 'text-sm font-semibold',
  /** Of the public site (its own, larger scale). */
  headline: 'text-[clamp(2.5rem,5.4vw,4.25rem)] leading-[1.02] font-bold tracking-[-0.018em]',
  sitePage: 'text-[clamp(2rem,4vw,2.5rem)] leading-[1.1] font-bold',
  siteSection: 'text-3xl font-semibold',
  siteCell: 'text-lg font-semibold',
}

/** A heading: `as` is its place in the outline, `look` its size. */
export function Heading({
  as: Tag = 'h2',
  look = 'section',
  className,
  children,
  ...rest
}: ComponentProps<'h2'> & { as?: 'h1' | 'h2' | 'h3'; look?: keyof typeof LEVEL }) {
  return (
    <Tag className={clsx(LEVEL[look], className)} {...rest}>
      {children}
    </Tag>
  )
}

/** The one number that a card is about. */
export function Figure({ className, ...rest }: ComponentProps<'p'>) {
  return <p className={clsx('text-4xl leading-none font-semibold tabular-nums', className)} {...rest} />
}

/** Fingerprints, algorithm names, recovery words. */
export function Mono({ className, ...rest }: ComponentProps<'span'>) {
  return <span className={clsx('font-mono', className)} {...rest} />
}

/** How a link inside text looks. */
export const linkStyle =
  'rounded-sm font-semibold text-brand underline decoration-1 underline-offset-3 transition-colors duration-120 hover:text-brand-hover hover:decoration-2'

/** Looks like a link because it is part of a sentence, but does something here. */
export function TextButton({ className, ...button }: ComponentProps<'button'>) {
  return <button type="button" className={clsx(linkStyle, 'cursor-pointer', className)} {...button} />
}
