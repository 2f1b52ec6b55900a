import { legal } from '#web/messages/legal.ts'
import { SiteLink } from '#web/ui/site/site-link.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { PageIntro } from '#web/ui/site/page-intro.tsx'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { useSiteConfig } from '../use-site-config.ts'

const { title, lead, named, unnamed } = legal.source

/** Where the source is. With the setting SOURCE_URL the server answers this address by leading there. */
export function Component() {
  const address = useSiteConfig()?.source_url
  return (
    <>
      <PageIntro title={title} lead={lead} />
      <SiteSection inner="pt-0!">
        <Text size="base" className="max-w-[60ch] wrap-anywhere">
          {address ? (
            <>
              {named}{' '}
              <SiteLink href={address} rel="noopener noreferrer">
                {address}
              </SiteLink>
            </>
          ) : (
            unnamed
          )}
        </Text>
      </SiteSection>
    </>
  )
}
