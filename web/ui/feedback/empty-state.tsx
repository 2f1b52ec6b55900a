import type { ReactNode } from 'react'
import { Rosette } from '../layout/rosette.tsx'

type Props = {
  title: string
  text?: string
  /** The figure is drawn from this. */
  seed: string
  action?: ReactNode
  /** In a line, where other lists stand beside it. */
  isLine?: boolean
}

/** One sentence and one action where a list would be. */
export function EmptyState({ title, text, seed, action, isLine = false }: Props) {
  if (isLine) {
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-4 text-sm">
        <Rosette seed={seed} size={28} className="opacity-80" />
        <p className="font-semibold">{title}</p>
        {text && <p className="text-ink-2">{text}</p>}
        {action && <div className="ml-auto">{action}</div>}
      </div>
    )
  }
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <Rosette seed={seed} size={88} className="opacity-80" />
      <p className="mt-4 text-lg font-semibold">{title}</p>
      {text && <p className="mt-1 text-sm text-ink-2">{text}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
