import type { GuideTopic } from '#web/messages/help/help-guide.ts'

/** Guides that have every word of `search` in their title or steps; topics without one are left out. */
export function matchingGuides(topics: readonly GuideTopic[], search: string): GuideTopic[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return topics.flatMap((topic) => {
    const guides = topic.guides.filter(({ title, steps }) => {
      const text = [topic.title, title, ...steps].join(' ').toLowerCase()
      return words.every((word) => text.includes(word))
    })
    return guides.length > 0 ? [{ ...topic, guides }] : []
  })
}
