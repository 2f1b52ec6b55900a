import { hostAndPort } from '#contract/delivery/installation-places.ts'
import { proof } from '#web/messages/site/proof.ts'
import { CommandLine } from '#web/ui/site/command-line.tsx'
import { ORIGIN } from '../page-meta.ts'
import { useInBrowser } from '../use-in-browser.ts'
import { useSiteConfig } from '../use-site-config.ts'

const { commands, copy, copied, copyOf } = proof.page

/** A command that repeats a check outside of this page, with the address of this installation in it. */
export function CheckCommand({ kind }: { kind: keyof typeof commands }) {
  const origin = useInBrowser(() => location.origin, ORIGIN)
  const [title, , command] = commands[kind]
  const source = useSiteConfig()?.source_url ?? null
  const place = kind === 'connection' ? hostAndPort(origin) : origin
  const text = command(place, source)
  return <CommandLine text={text} label={copyOf(title)} copy={copy} copied={copied} />
}
