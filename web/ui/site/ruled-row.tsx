import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** A row between hairlines. */
export function RuledRow({ className, ...row }: ComponentProps<'div'>) {
  return <div className={clsx('border-t border-line py-5', className)} {...row} />
}
