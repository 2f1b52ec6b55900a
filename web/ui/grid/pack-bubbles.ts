export type Bubble = { id: string; group: string; weight: number }
export type PlacedBubble = { id: string; group: string; x: number; y: number; radius: number }
export type Packed = { bubbles: PlacedBubble[]; view: { x: number; y: number; width: number; height: number } }

const LEAST_RADIUS = 17
const PER_WEIGHT = 6.5
const GAP = 5
/** Between circles of different groups. */
const GROUP_GAP = 16
const MARGIN = 14
/** Wider than high, as the place that it is shown in. */
const STRETCH = 1.35
const STEP = 7

/**
 * Places circles beside each other without overlaps: groups around the largest of their circles, large groups in the middle. Equal bubbles are placed
 * equally.
 */
export function packBubbles(bubbles: readonly Bubble[]): Packed {
  const groups = [...Map.groupBy(bubbles, ({ group }) => group).values()]
    .map((group) => group.toSorted((one, other) => other.weight - one.weight))
    .sort((one, other) => weightOf(other) - weightOf(one))
  const placed: PlacedBubble[] = []
  for (const group of groups) {
    let centre: PlacedBubble | undefined
    for (const { id, group: of, weight } of group) {
      const radius = LEAST_RADIUS + PER_WEIGHT * Math.sqrt(Math.max(0, weight))
      const bubble = { id, group: of, radius, ...freePlace({ radius, group: of }, centre ?? { x: 0, y: 0 }, placed) }
      centre ??= bubble
      placed.push(bubble)
    }
  }
  return { bubbles: placed, view: viewOf(placed) }
}

const weightOf = (group: readonly Bubble[]): number => group.reduce((sum, { weight }) => sum + weight, 0)

/** The first free place on a spiral around `from`. */
function freePlace(
  { radius, group }: Pick<PlacedBubble, 'radius' | 'group'>,
  from: { x: number; y: number },
  placed: readonly PlacedBubble[],
): { x: number; y: number } {
  const isFree = (x: number, y: number): boolean =>
    placed.every((other) => {
      const gap = other.group === group ? GAP : GROUP_GAP
      return Math.hypot(other.x - x, other.y - y) >= other.radius + radius + gap
    })
  for (let turn = 0; ; turn += STEP / Math.max(STEP, 2 * turn)) {
    const distance = 2.2 * turn
    const x = from.x + STRETCH * distance * Math.cos(turn)
    const y = from.y + distance * Math.sin(turn)
    if (isFree(x, y)) return { x, y }
  }
}

function viewOf(placed: readonly PlacedBubble[]): Packed['view'] {
  const left = Math.min(0, ...placed.map(({ x, radius }) => x - radius)) - MARGIN
  const top = Math.min(0, ...placed.map(({ y, radius }) => y - radius)) - MARGIN
  const right = Math.max(0, ...placed.map(({ x, radius }) => x + radius)) + MARGIN
  const bottom = Math.max(0, ...placed.map(({ y, radius }) => y + radius)) + MARGIN
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Places of the dots inside of a circle, spread like the seeds of a sunflower. */
export function dotsIn(count: number, radius: number): { x: number; y: number }[] {
  const golden = Math.PI * (3 - Math.sqrt(5))
  return Array.from({ length: count }, (_, at) => {
    const distance = (radius - 6) * Math.sqrt((at + 0.5) / count)
    return { x: distance * Math.cos(at * golden), y: distance * Math.sin(at * golden) }
  })
}
