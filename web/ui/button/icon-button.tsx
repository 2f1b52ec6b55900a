import { Button as Base } from '@base-ui/react/button'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Tooltip } from '../overlay/tooltip.tsx'

const TONE = {
  plain: 'text-ink-2 hover:bg-sunken hover:text-ink',
  quiet: 'text-ink-3 hover:bg-sunken hover:text-ink',
  /** Nearly invisible until somebody is near. */
  faint: 'text-ink-3 opacity-40 hover:bg-sunken hover:text-ink hover:opacity-100',
  /** Marked by the person. */
  marked: 'text-copper hover:bg-sunken',
  danger: 'text-ink-3 hover:bg-danger-tint hover:text-danger',
}
const SIZE = { sm: 'size-7', md: 'size-8' }

export type IconButtonProps = Base.Props & {
  /** What the button does; read aloud and shown as a tooltip. */
  label: string
  /** A shorter tooltip, when the label names the object as well. */
  hint?: string
  tone?: keyof typeof TONE
  size?: keyof typeof SIZE
  className?: string
  children: ReactNode
}

export function IconButton({ label, hint, tone = 'plain', size = 'md', className, ...button }: IconButtonProps) {
  return (
    <Tooltip label={hint ?? label}>
      <Base
        type="button"
        aria-label={label}
        className={clsx(
          'grid shrink-0 cursor-pointer place-items-center rounded-md transition-colors duration-120',
          'data-disabled:cursor-not-allowed data-disabled:opacity-50 pointer-coarse:size-11',
          TONE[tone],
          SIZE[size],
          className,
        )}
        {...button}
      />
    </Tooltip>
  )
}
