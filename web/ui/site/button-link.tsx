import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { buttonStyle } from '../button.tsx'

type Look = Parameters<typeof buttonStyle>[0] & { className?: string }

/** Looks like a button and leads to another page of the site. */
export function ButtonLink({
  variant = 'primary',
  size = 'lg',
  className,
  ...link
}: ComponentProps<typeof Link> & Look) {
  return <Link className={clsx(buttonStyle({ variant, size }), className)} {...link} />
}

/** The same to the app, which is another document. */
export function AppLink({
  variant = 'primary',
  size = 'lg',
  className,
  children,
  ...link
}: ComponentProps<'a'> & Look & { href: string }) {
  return (
    <a className={clsx(buttonStyle({ variant, size }), className)} {...link}>
      {children}
    </a>
  )
}
