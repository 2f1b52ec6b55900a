import { layout } from '#web/messages/site/layout.ts'
import { ButtonLink } from '#web/ui/site/button-link.tsx'
import { SiteBar, SiteMenu, siteMenuItem, SiteNav, siteNavItem, SiteThemeToggle } from '#web/ui/site/site-bar.tsx'
import { Wordmark } from '#web/ui/layout/wordmark.tsx'
import { useIsCurrent } from './page-path.ts'
import { askToSignOut, hasSession } from './session-mark.ts'
import { useInBrowser } from './use-in-browser.ts'

export function SiteHeader() {
  const isSignedIn = useInBrowser(hasSession, false)
  return (
    <SiteBar>
      <a href="/" aria-label={layout.home} className="flex rounded-sm">
        <Wordmark />
      </a>
      <SiteNav aria-label={layout.mainNav}>
        <PageLinks className={siteNavItem} />
      </SiteNav>
      <div className="flex items-center gap-2">
        <SiteThemeToggle />
        <div className="hidden items-center gap-2 sm:flex">{isSignedIn ? <SignedIn /> : <SignedOut />}</div>
        <NarrowMenu isSignedIn={isSignedIn} />
      </div>
    </SiteBar>
  )
}

function PageLinks({ className }: { className: string }) {
  const isCurrent = useIsCurrent()
  return (
    <>
      {layout.links.map(([to, label]) => (
        <a key={to} href={to} aria-current={isCurrent(to)} className={className}>
          {label}
        </a>
      ))}
      <a href="/#contact" className={className}>
        {layout.contact}
      </a>
    </>
  )
}

function SignedOut() {
  return (
    <>
      <ButtonLink href="/login" variant="ghost" size="md">
        {layout.login}
      </ButtonLink>
      <ButtonLink href="/signup" size="md">
        {layout.start}
      </ButtonLink>
    </>
  )
}

function SignedIn() {
  return (
    <>
      {/* Not on phones, whose menu has no room for what is worked on at a desk. */}
      <a href="/ai-studio" className={`${siteNavItem} hidden px-3 text-sm text-ink-2 lg:flex`}>
        {layout.studio}
      </a>
      <button type="button" onClick={askToSignOut} className={`${siteNavItem} cursor-pointer px-3 text-sm text-ink-2`}>
        {layout.signOut}
      </button>
      <ButtonLink href="/dashboard" size="md">
        {layout.dashboard}
      </ButtonLink>
    </>
  )
}

function NarrowMenu({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <div className="lg:hidden">
      <SiteMenu label={layout.menu}>
        <PageLinks className={siteMenuItem} />
        {isSignedIn ? (
          <>
            <a href="/dashboard" className={siteMenuItem}>
              {layout.dashboard}
            </a>
            <button type="button" onClick={askToSignOut} className={`${siteMenuItem} cursor-pointer`}>
              {layout.signOut}
            </button>
          </>
        ) : (
          <>
            <a href="/login" className={siteMenuItem}>
              {layout.login}
            </a>
            <a href="/signup" className={siteMenuItem}>
              {layout.start}
            </a>
          </>
        )}
      </SiteMenu>
    </div>
  )
}
