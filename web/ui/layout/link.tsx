import { clsx } from 'clsx'
import { Link, type LinkProps } from 'react-router'
import { linkStyle } from './text.tsx'

/** A link inside text of the app. `reloadDocument` for pages outside this document. */
export function TextLink({ className, ...link }: LinkProps & { className?: string }) {
  return <Link className={clsx(linkStyle, className)} {...link} />
}
