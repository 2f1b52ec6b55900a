import { BookOpen, Code, Download, LifeBuoy, Rocket, Users, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { documentation } from '#web/messages/site/documentation.ts'
import { HairlineGrid } from '#web/ui/layout/hairline-grid.tsx'
import { useContact } from '../contact/contact-context.tsx'
import { useSiteConfig } from '../use-site-config.ts'

const text = documentation.buttons
const cell =
  'flex cursor-pointer items-start gap-3 bg-surface p-5 text-left -outline-offset-2 transition-colors duration-120 hover:bg-sunken'

/** The six buttons of the documentation. @param onSearch puts the focus into the search. */
export function WaysIn({ onSearch }: { onSearch: () => void }) {
  const contact = useContact()
  const community = useSiteConfig()?.community_url ?? null
  return (
    <section aria-label={text.label}>
      <HairlineGrid className="sm:grid-cols-2 lg:grid-cols-3">
        <a href="/documentation/quick-start" className={cell}>
          <Way Icon={Rocket} title={text.quickStart} hint={text.quickStartText} />
        </a>
        <a href="/documentation/api-reference" className={cell}>
          <Way Icon={Code} title={text.api} hint={text.apiText} />
        </a>
        <a href="/documentation/sdk-downloads" className={cell}>
          <Way Icon={Download} title={text.sdk} hint={text.sdkText} />
        </a>
        <button type="button" className={cell} onClick={onSearch}>
          <Way Icon={BookOpen} title={text.knowledge} hint={text.knowledgeText} />
        </button>
        {community === null ? (
          <button
            type="button"
            className={cell}
            onClick={() => contact({ type: 'general', interest: text.communitySubject })}
          >
            <Way Icon={Users} title={text.community} hint={text.noCommunityText} />
          </button>
        ) : (
          <a href={community} rel="noopener" className={cell}>
            <Way Icon={Users} title={text.community} hint={text.communityText} />
          </a>
        )}
        <button
          type="button"
          className={cell}
          onClick={() => contact({ type: 'general', interest: text.supportSubject })}
        >
          <Way Icon={LifeBuoy} title={text.support} hint={text.supportText} />
        </button>
      </HairlineGrid>
    </section>
  )
}

function Way({ Icon, title, hint }: { Icon: LucideIcon; title: ReactNode; hint: string }) {
  return (
    <>
      <Icon size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-brand" />
      <span>
        <span className="block text-base font-semibold">{title}</span>
        <span className="mt-0.5 block text-sm text-ink-2">{hint}</span>
      </span>
    </>
  )
}
