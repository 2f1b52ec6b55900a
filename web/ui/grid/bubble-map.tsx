import { clsx } from 'clsx'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import { dotsIn, packBubbles, type PlacedBubble } from './pack-bubbles.ts'

const TONE = {
  brand: { edge: 'stroke-brand', rest: 'fill-brand/10', chosen: 'fill-brand/30', dot: 'fill-brand/50' },
  copper: { edge: 'stroke-copper', rest: 'fill-copper/10', chosen: 'fill-copper/30', dot: 'fill-copper/50' },
  info: { edge: 'stroke-info', rest: 'fill-info/10', chosen: 'fill-info/30', dot: 'fill-info/50' },
  plain: { edge: 'stroke-ink-3', rest: 'fill-ink-3/10', chosen: 'fill-ink-3/30', dot: 'fill-ink-3/50' },
}
export type BubbleTone = keyof typeof TONE

export type MapBubble = {
  id: string
  /** Of one group, circles lie together. */
  group: string
  /** Decides how large it is; up to 40 of it are dots. */
  weight: number
  tone: BubbleTone
  /** Inside of the circle, in a few lines. */
  lines: readonly string[]
  /** Read aloud. */
  label: string
}
type Props = {
  label: string
  bubbles: readonly MapBubble[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

const MAX_DOTS = 40
const CHARACTER_WIDTH = 5.6

/** Circles one can choose from, one stop of the tabulator with arrows inside. What it shows is also somewhere as text. */
export function BubbleMap({ label, bubbles, chosen, onChoose }: Props) {
  const picture = useRef<SVGSVGElement>(null)
  const { bubbles: placed, view } = useMemo(() => packBubbles(bubbles), [bubbles])
  const places = new Map(placed.map((bubble) => [bubble.id, bubble]))
  const stop = bubbles.some(({ id }) => id === chosen) ? chosen : bubbles[0]?.id
  const move = (event: KeyboardEvent, id: string) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return onChoose(id)
    }
    const next = neighbourOf(placed, places.get(id), event.key)
    if (!next) return
    event.preventDefault()
    onChoose(next.id)
    picture.current?.querySelector<SVGGElement>(`[data-id="${CSS.escape(next.id)}"]`)?.focus()
  }
  return (
    <svg
      ref={picture}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture has no other element
      role="group"
      aria-label={label}
      viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
      className="block h-auto max-h-[70vh] w-full"
    >
      {bubbles.map((bubble) => {
        const place = places.get(bubble.id)
        return (
          place && (
            <g
              key={bubble.id}
              data-id={bubble.id}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a part of a picture has no other element
              role="button"
              aria-label={bubble.label}
              aria-pressed={bubble.id === chosen}
              tabIndex={bubble.id === stop ? 0 : -1}
              onClick={() => onChoose(bubble.id)}
              onKeyDown={(event) => move(event, bubble.id)}
              transform={`translate(${place.x} ${place.y})`}
              className="group cursor-pointer outline-none"
            >
              <Circle bubble={bubble} radius={place.radius} isChosen={bubble.id === chosen} />
            </g>
          )
        )
      })}
    </svg>
  )
}

function Circle({ bubble, radius, isChosen }: { bubble: MapBubble; radius: number; isChosen: boolean }) {
  const room = Math.max(8, Math.floor((2 * radius + 12) / CHARACTER_WIDTH))
  const { edge, rest, chosen, dot } = TONE[bubble.tone]
  return (
    <>
      <circle
        r={radius + 4}
        className="fill-transparent stroke-focus stroke-2 opacity-0 group-focus-visible:opacity-100"
      />
      <circle
        r={radius}
        className={clsx(edge, isChosen ? [chosen, 'stroke-[2.5]'] : [rest, 'stroke-1 group-hover:stroke-2'])}
      />
      {dotsIn(Math.min(MAX_DOTS, bubble.weight), radius).map(({ x, y }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={1.8} className={dot} />
      ))}
      <text
        textAnchor="middle"
        paintOrder="stroke"
        className="fill-ink stroke-surface stroke-3 text-[11px] font-semibold"
        aria-hidden="true"
      >
        {bubble.lines.map((line, at) => (
          <tspan key={line} x={0} y={13 * (at - (bubble.lines.length - 1) / 2) + 4}>
            {line.length > room ? `${line.slice(0, room - 1)}…` : line}
          </tspan>
        ))}
      </text>
    </>
  )
}

/** What the colours of a map mean. */
export function BubbleLegend({ label, tones }: { label: string; tones: readonly (readonly [BubbleTone, string])[] }) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {tones.map(([tone, name]) => (
        <li key={tone} className="flex items-center gap-1.5">
          <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3">
            <circle cx={6} cy={6} r={5} className={clsx(TONE[tone].edge, TONE[tone].chosen)} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

const WAYS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/** The nearest circle in the direction of an arrow: what is beside the way counts as further. */
function neighbourOf(
  placed: readonly PlacedBubble[],
  from: PlacedBubble | undefined,
  key: string,
): PlacedBubble | undefined {
  const way = WAYS[key]
  if (!way || !from) return undefined
  const [wayX, wayY] = way
  let nearest: PlacedBubble | undefined
  let least = Infinity
  for (const other of placed) {
    const [x, y] = [other.x - from.x, other.y - from.y]
    const ahead = x * wayX + y * wayY
    const aside = Math.abs(x * wayY) + Math.abs(y * wayX)
    if (other.id === from.id || ahead <= 0 || aside > 2 * ahead) continue
    const distance = ahead + 2 * aside
    if (distance < least) [nearest, least] = [other, distance]
  }
  return nearest
}
