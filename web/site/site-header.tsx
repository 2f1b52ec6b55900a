import { Link, NavLink, useLocation } from 'react-router'
import { layout } from '#web/messages/site/layout.ts'
import { AppLink } from '#web/ui/site/button-link.tsx'
import { SiteBar, SiteMenu, siteMenuItem, SiteNav, siteNavItem, SiteThemeToggle } from '#web/ui/site/site-bar.tsx'
import { Wordmark } from '#web/ui/layout/wordmark.tsx'
import { askToSignOut, hasSession } from './session-mark.ts'
import { useInBrowser } from './use-in-browser.ts'

export function SiteHeader() {
  const isSignedIn = useInBrowser(hasSession, false)
  return (
    <SiteBar>
      <Link to="/" aria-label={layout.home} className="flex rounded-sm">
        <Wordmark />
      </Link>
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
  return (
    <>
      {layout.links.map(([to, label]) => (
        <NavLink key={to} to={to} className={className}>
          {label}
        </NavLink>
      ))}
      <Link to="/#contact" className={className}>
        {layout.contact}
      </Link>
    </>
  )
}

function SignedOut() {
  return (
    <>
      <AppLink href="/login" variant="ghost" size="md">
        {layout.login}
      </AppLink>
      <AppLink href="/signup" size="md">
        {layout.start}
      </AppLink>
    </>
  )
}

function SignedIn() {
  return (
    <>
      <button type="button" onClick={askToSignOut} className={`${siteNavItem} cursor-pointer px-3 text-sm text-ink-2`}>
        {layout.signOut}
      </button>
      <AppLink href="/dashboard" size="md">
        {layout.dashboard}
      </AppLink>
    </>
  )
}

/** Closes when a page was chosen. */
function NarrowMenu({ isSignedIn }: { isSignedIn: boolean }) {
  // A new one for each page is a closed one.
  const { key } = useLocation()
  return (
    <div className="lg:hidden">
      <SiteMenu key={key} label={layout.menu}>
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
