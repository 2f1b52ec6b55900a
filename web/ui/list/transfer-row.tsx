import { clsx } from 'clsx'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Progress } from '../feedback/progress.tsx'

const TEXT = {
  normal: 'text-ink-3',
  waiting: 'text-ink-3',
  attention: 'text-copper',
  failed: 'text-danger',
  done: 'text-brand',
}

type Props = {
  name: string
  text: string
  tone: keyof typeof TEXT
  progress: { label: string; value: number } | null
  /** Buttons at the end. */
  children?: ReactNode
}

/** One file on its way: name, what is happening, how far. */
export function TransferRow({ name, text, tone, progress, children }: Props) {
  return (
    <li className="flex items-center gap-2 py-2.5 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-semibold" title={name}>
          {name}
        </p>
        <p className={clsx('text-xs tabular-nums', TEXT[tone])}>{text}</p>
        {progress && (
          <div className="mt-1.5">
            <Progress {...progress} />
          </div>
        )}
      </div>
      {tone === 'done' && <CircleCheck size={18} aria-hidden="true" className="mr-1.5 shrink-0 text-brand" />}
      {tone === 'failed' && <CircleAlert size={18} aria-hidden="true" className="shrink-0 text-danger" />}
      {children && <div className="flex shrink-0">{children}</div>}
    </li>
  )
}
