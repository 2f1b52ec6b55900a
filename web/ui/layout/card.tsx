import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** A surface with a hairline around it. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={clsx('rounded-lg border border-line bg-surface', className)} {...rest} />
}

/** The same as a named part of the page. */
export function CardSection({ className, ...rest }: ComponentProps<'section'> & { 'aria-label': string }) {
  return <section className={clsx('rounded-lg border border-line bg-surface outline-none', className)} {...rest} />
}
