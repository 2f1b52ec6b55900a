import { clsx } from 'clsx'
import { linkStyle } from './link-style.ts'

/** Looks like a link because it is part of a sentence, but does something here. */
export function TextButton({ className, ...button }: React.ComponentProps<'button'>) {
  return <button type="button" className={clsx(linkStyle, 'cursor-pointer', className)} {...button} />
}
