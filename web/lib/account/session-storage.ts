const REMEMBER = 'quantumshield-remember'

/** Where the session lives: until the tab closes, or on this device when the person asked for it. */
export function createSessionStorage() {
  const current = (): Storage => (isRemembered() ? localStorage : sessionStorage)
  return {
    getItem: (key: string): string | null => current().getItem(key),
    setItem: (key: string, value: string): void => current().setItem(key, value),
    removeItem: (key: string): void => {
      localStorage.removeItem(key)
      sessionStorage.removeItem(key)
    },
    isRemembered,
    remember: (isWanted: boolean): void => {
      if (isWanted) localStorage.setItem(REMEMBER, '1')
      else localStorage.removeItem(REMEMBER)
    },
  }
}

function isRemembered(): boolean {
  return localStorage.getItem(REMEMBER) === '1'
}
