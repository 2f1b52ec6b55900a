import type { Page } from '@playwright/test'

/**
 * As if the sign-in were an hour old: what goes to `pattern` is refused until the server has taken the password. `test/auth/changing-ways` and
 * `test/recovery/recovery-proof` have the rule itself.
 * @param code of the refusal: that of auth/v1 or that of rest/v1.
 */
export async function signedInAnHourAgo(
  page: Page,
  pattern: string,
  code: 'reauthentication_needed' | 'QS403',
): Promise<void> {
  let isProven = false
  page.on('response', (response) => {
    if (response.url().endsWith('/auth/v1/reauthenticate')) isProven = response.status() === 204
  })
  await page.route(pattern, async (route) => {
    if (isProven) return route.continue()
    const body = { code, message: 'Send the current password, or sign in again' }
    await route.fulfill({ status: 400, json: body, headers: { 'x-supabase-api-version': '2024-01-01' } })
  })
}
