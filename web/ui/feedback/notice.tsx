import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { InForm } from '../form/in-form.ts'

const TONE = {
  done: { look: 'bg-brand-tint text-brand', Icon: CircleCheck },
  info: { look: 'bg-info-tint text-info', Icon: Info },
  attention: { look: 'bg-copper-tint text-copper', Icon: TriangleAlert },
  error: { look: 'bg-danger-tint text-danger', Icon: CircleAlert },
}

type Props = { tone: keyof typeof TONE; action?: ReactNode; children: ReactNode }

/** A sentence that stays on the page until it no longer holds. */
export function Notice({ tone, action, children }: Props) {
  const { look, Icon } = TONE[tone]
  const isAnswer = use(InForm) && tone === 'error'
  return (
    <div
      ref={isAnswer ? showFirst : null}
      {...(tone === 'error' ? { role: 'alert' } : { 'aria-live': 'polite' as const })}
      className={clsx('flex items-start gap-2.5 rounded-md p-3 text-sm', look)}
    >
      <Icon size={18} aria-hidden="true" className="mt-px shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{children}</p>
        {action && <div className="mt-1.5">{action}</div>}
      </div>
    </div>
  )
}

/** The button that was pressed may be a screen below the top of its form. */
function showFirst(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: 'nearest' })
}

/** The same across the whole width, under the header. */
export function Strip({ children, Icon }: { children: ReactNode; Icon: typeof Info }) {
  return (
    <div
      aria-live="polite"
      className="flex items-center gap-2.5 bg-copper-tint px-4 py-2 text-sm font-semibold text-copper md:px-6 [&_a]:shrink-0"
    >
      <Icon size={17} aria-hidden="true" className="shrink-0" />
      {children}
    </div>
  )
}
