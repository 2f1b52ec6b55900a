import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { type ButtonLook, buttonStyle } from '../button/button-style.ts'

type Look = ButtonLook & { className?: string }

/** Looks like a button and leads to another page of the site, or to the app. */
export function ButtonLink({
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

/** A button of a page of the site: the browser's own, without what dialogs and menus of the app need. Not there where no script answers it. */
export function SiteButton({
  variant = 'primary',
  size = 'lg',
  className,
  ...button
}: ComponentProps<'button'> & Look) {
  return (
    <button type="button" className={clsx(buttonStyle({ variant, size }), 'noscript:hidden', className)} {...button} />
  )
}
