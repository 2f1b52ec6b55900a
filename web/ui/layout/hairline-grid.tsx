import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** Cells of one card, divided by hairlines. */
export function HairlineGrid({ className, ...grid }: ComponentProps<'div'>) {
  return (
    <div className={clsx('grid gap-px overflow-hidden rounded-lg border border-line bg-line', className)} {...grid} />
  )
}

export function HairlineCell({
  className,
  isMarked = false,
  ...cell
}: ComponentProps<'article'> & { isMarked?: boolean }) {
  return (
    <article
      className={clsx('bg-surface p-6 text-base', isMarked && 'border-t-4 border-brand pt-5', className)}
      {...cell}
    />
  )
}
