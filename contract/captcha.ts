/** A solved challenge of `/auth/v1/captcha`, base64, for a request that has no body. */
export const CAPTCHA_HEADER = 'x-captcha-token'
