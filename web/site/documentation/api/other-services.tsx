import { services } from 'virtual:wire'
import { documentation } from '#web/messages/site/documentation.ts'
import { Foldable } from '#web/ui/site/foldable.tsx'
import { Prose } from '#web/ui/site/prose.tsx'
import { Heading, Mono, Text } from '#web/ui/layout/text.tsx'
import { GuideBody } from '../guide-body.tsx'

const text = documentation.reference

/** What the server answers beside rest/v1, as docs/wire.md has it. */
export function OtherServices() {
  return (
    <section className="mt-10">
      <Heading look="siteCell">{text.others}</Heading>
      <Text tone="soft" className="mt-1 max-w-[68ch]">
        {text.othersText}
      </Text>
      <div className="mt-2 border-y border-line">
        {services.map(({ path, body }) => (
          <Foldable
            key={path}
            isWide
            title={
              <span className="flex flex-wrap items-baseline gap-x-3">
                <Mono className="text-sm">{path}</Mono>
                <span className="text-sm font-normal text-ink-2">{text.services[path]}</span>
              </span>
            }
          >
            <Prose className="max-w-none! text-sm!">
              <GuideBody body={body} labels={documentation} isAppPath={() => false} />
            </Prose>
          </Foldable>
        ))}
      </div>
    </section>
  )
}
