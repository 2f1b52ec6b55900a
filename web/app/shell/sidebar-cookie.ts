const NAME = 'sidebar:state'
const WEEK_SECONDS = 7 * 24 * 60 * 60

/** True unless the cookie says that the sidebar was left collapsed. */
export function isSidebarOpen(cookies: string): boolean {
  return !cookies.split('; ').includes(`${NAME}=false`)
}

/** The cookie that keeps the choice for a week. */
export function rememberSidebar(isOpen: boolean): string {
  return `${NAME}=${isOpen}; path=/; max-age=${WEEK_SECONDS}; samesite=lax`
}
