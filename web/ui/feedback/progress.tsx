import { Meter as BaseMeter } from '@base-ui/react/meter'
import { Progress as BaseProgress } from '@base-ui/react/progress'
import { clsx } from 'clsx'

const track = 'block h-1 w-full overflow-hidden rounded-sm bg-sunken'
const FILL = { normal: 'bg-brand', attention: 'bg-copper', failed: 'bg-danger' }

type Props = {
  label: string
  /** 0 to 1. */
  value: number
  tone?: keyof typeof FILL
}

/** How far a piece of work has come. */
export function Progress({ label, value, tone = 'normal' }: Props) {
  return (
    <BaseProgress.Root aria-label={label} value={Math.floor(value * 100)}>
      <BaseProgress.Track className={track}>
        <BaseProgress.Indicator className={clsx('h-full', FILL[tone])} />
      </BaseProgress.Track>
    </BaseProgress.Root>
  )
}

/** How much of a measure is used. */
export function Meter({ label, value, tone = 'normal' }: Props) {
  return (
    <BaseMeter.Root aria-label={label} value={Math.floor(value * 100)}>
      <BaseMeter.Track className={track}>
        <BaseMeter.Indicator className={clsx('h-full', FILL[tone])} />
      </BaseMeter.Track>
    </BaseMeter.Root>
  )
}
