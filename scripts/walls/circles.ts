import type { Import } from './imports.ts'

/** Groups of modules that import each other, directly or in a circle; strongly connected components after Tarjan. */
export function findCircles(imports: readonly Import[]): string[][] {
  const next = new Map<string, string[]>()
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to])
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []

  function visit(module: string) {
    order.set(module, order.size)
    lowest.set(module, order.size - 1)
    stack.push(module)
    for (const target of next.get(module) ?? []) {
      if (!order.has(target)) visit(target)
      if (stack.includes(target)) lowest.set(module, Math.min(lowest.get(module) ?? 0, lowest.get(target) ?? 0))
    }
    if (lowest.get(module) !== order.get(module)) return
    const circle = stack.splice(stack.indexOf(module))
    if (circle.length > 1 || next.get(module)?.includes(module)) circles.push(circle.toSorted())
  }

  for (const module of next.keys()) if (!order.has(module)) visit(module)
  return circles
}

/** The shortest way from the first module of a circle back to it. */
export function wayRound([start = '', ...others]: readonly string[], imports: readonly Import[]): string[] {
  const ways = new Map([[start, [start]]])
  for (const [module, way] of ways) {
    for (const { to } of imports.filter(({ from }) => from === module)) {
      if (to === start) return [...way, to]
      if (others.includes(to) && !ways.has(to)) ways.set(to, [...way, to])
    }
  }
  return [start]
}
