import { type ComponentType, lazy } from 'react'
import { renewLater } from '#web/lib/remote/parts.ts'

/**
 * A component that is loaded when it is first shown. React remembers a failure for good; this one is loaded again after `renewLostParts`,
 * not before: a part that loads itself again whenever it fails never ends.
 */
export function lazyPart(load: () => Promise<ComponentType>): ComponentType {
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        renewLater(() => (Part = begin()))
        throw error
      }
    })
  let Part = begin()
  return function LazyPart() {
    return <Part />
  }
}
