import { settings as settingWords } from '#web/messages/settings.ts'
import { CardSection } from '#web/ui/layout/card.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { ShortSecurityList } from '../security/security-list.tsx'

const words = settingWords.securityLink

/** The things that people look for here; the rest is on the page Security. */
export function SecuritySection() {
  return (
    <>
      <ShortSecurityList />
      <CardSection aria-label={words.title} className="p-4">
        <Heading>{words.title}</Heading>
        <Text tone="soft" className="mt-0.5 mb-2">
          {words.text}
        </Text>
        <TextLink to="/dashboard/security" className="text-sm">
          {words.link}
        </TextLink>
      </CardSection>
    </>
  )
}
