export { workSocialTitle as socialTitle } from '#worker/contract/social-titles.ts'
