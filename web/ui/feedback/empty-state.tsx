import type { ReactNode } from 'react'
import { Rosette } from '../layout/rosette.tsx'

type Props = {
  title: string
  text?: string
  /** The figure is drawn from this. */
  seed: string
  action?: ReactNode
}

/** One sentence and one action where a list would be. */
export function EmptyState({ title, text, seed, action }: Props) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <Rosette seed={seed} size={88} className="opacity-80" />
      <p className="mt-4 text-lg font-semibold">{title}</p>
      {text && <p className="mt-1 text-sm text-ink-2">{text}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
