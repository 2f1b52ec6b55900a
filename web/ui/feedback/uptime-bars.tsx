import { clsx } from 'clsx'
import { type PointerEvent, useState } from 'react'
import type { StateTone } from './state-mark.tsx'

const FILL: Record<StateTone, string> = {
  good: 'fill-brand',
  warn: 'fill-warn',
  bad: 'fill-danger',
  planned: 'fill-info',
  none: 'fill-line',
}
/**
 * Of 36: states differ in height too, worse ones stand out, so that they differ without their colours. A day without a measurement is a
 * line at the foot: it holds the place of the day and looks like no state.
 */
const HEIGHT: Record<StateTone, number> = { good: 24, warn: 30, bad: 36, planned: 16, none: 2 }
const TALLEST = 36
const STEP = 10
const WIDTH = 7

type UptimeBar = { key: string; tone: StateTone; text: string }

/** @param caption what the bars are, while no day is pointed at. */
type Props = { label: string; bars: readonly UptimeBar[]; caption: string }

/**
 * One bar for each day, under a slider that nobody sees: one stop of the keyboard, arrows, Home and End move between days, a finger
 * drags along. The day under the pointer or the keyboard is written below and said by the slider.
 */
export function UptimeBars({ label, bars, caption }: Props) {
  const last = bars.length - 1
  const [active, setActive] = useState(last)
  const [isShown, setShown] = useState(false)
  const show = (index: number) => {
    setActive(Math.min(last, Math.max(0, index)))
    setShown(true)
  }
  const pointAt = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    show(Math.floor(((clientX - left) / width) * bars.length))
  }
  const text = bars[active]?.text
  return (
    <div className="min-w-0">
      <div className="relative rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-focus">
        <input
          type="range"
          min={0}
          max={last}
          value={active}
          aria-label={label}
          aria-valuetext={text}
          className="absolute inset-0 m-0 size-full cursor-default opacity-0"
          onChange={({ currentTarget }) => show(Number(currentTarget.value))}
          onFocus={() => setShown(true)}
          onBlur={() => setShown(false)}
          onPointerMove={pointAt}
          onPointerLeave={({ currentTarget }) => setShown(currentTarget === document.activeElement)}
        />
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${bars.length * STEP - (STEP - WIDTH)} ${TALLEST}`}
          preserveAspectRatio="none"
          className="block h-6 w-full"
        >
          {bars.map(({ key, tone }, index) => (
            <rect
              key={key}
              x={index * STEP}
              y={TALLEST - HEIGHT[tone]}
              width={WIDTH}
              height={HEIGHT[tone]}
              className={clsx(FILL[tone], isShown && index !== active && 'opacity-45')}
            />
          ))}
        </svg>
      </div>
      <p aria-hidden="true" className="mt-1 min-h-[2lh] text-xs text-ink-2 tabular-nums sm:min-h-[1lh]">
        {isShown ? <span className="font-semibold text-ink">{text}</span> : caption}
      </p>
    </div>
  )
}
