import { studio } from '#web/messages/studio/studio.ts'
import { EnglishArea } from '#web/parts/language/english-area.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'

const text = studio.poweredBy

/** The families of models that this server is set up with, such as "Qwen3". Nothing where it has none. */
export function PoweredBy({ families }: { families: readonly string[] }) {
  if (families.length === 0) return null
  return (
    <EnglishArea>
      <footer className="mt-auto border-t border-line pt-4">
        <Heading look="small">{text.title}</Heading>
        <ul aria-label={text.families} className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
          {families.map((family) => (
            <li key={family}>
              <Text tone="soft">{family}</Text>
            </li>
          ))}
        </ul>
      </footer>
    </EnglishArea>
  )
}
