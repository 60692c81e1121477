export { workSocialTitle as socialTitle } from '#contract/words/social-titles.ts'
