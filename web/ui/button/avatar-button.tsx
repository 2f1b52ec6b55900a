import type { ComponentProps } from 'react'
import { Rosette } from '../layout/rosette.tsx'

/** The figure of someone's key as a round button; made for `Menu`'s trigger. */
export function AvatarButton({ label, seed, ...button }: ComponentProps<'button'> & { label: string; seed: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      className="grid size-9 shrink-0 cursor-pointer place-items-center rounded-full border border-line bg-surface transition-colors duration-120 hover:border-control data-popup-open:border-brand pointer-coarse:size-11"
      {...button}
    >
      <Rosette seed={seed} size={30} />
    </button>
  )
}
