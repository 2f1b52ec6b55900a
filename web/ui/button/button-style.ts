import { clsx } from 'clsx'

const VARIANT = {
  primary: 'bg-brand text-brand-ink hover:bg-brand-hover',
  outline: 'border border-control bg-surface text-ink hover:bg-sunken',
  /** Leads to something that cannot be undone, and asks first. */
  'outline-danger': 'border border-danger bg-surface text-danger hover:bg-danger-tint',
  ghost: 'text-ink-2 hover:bg-sunken hover:text-ink',
  danger: 'bg-danger text-danger-ink hover:bg-danger-hover',
}
const SIZE = {
  sm: 'h-7 px-2.5 text-xs pointer-coarse:h-11 pointer-coarse:text-sm',
  /** As high as `md`, for many in one line. */
  bar: 'h-9 px-2.5 text-xs pointer-coarse:h-11 pointer-coarse:text-sm',
  md: 'h-9 px-3.5 text-sm pointer-coarse:h-11',
  lg: 'h-11 px-5 text-sm',
}

const look =
  'inline-flex shrink-0 cursor-pointer items-center justify-center gap-2 rounded-md font-semibold whitespace-nowrap select-none transition-colors duration-120'

export type ButtonLook = { variant?: keyof typeof VARIANT; size?: keyof typeof SIZE }

/** The same look for what leads to another address. */
export function buttonStyle({ variant = 'primary', size = 'md' }: ButtonLook): string {
  return clsx(look, VARIANT[variant], SIZE[size])
}
