/**
 * Splits a list of element or attribute names of drawings. Source: SVG 2, "Element index" and "Attribute index",
 * without scripts and foreign content.
 */
const list = (text: string) => new Set(text.trim().split(/\s+/))

export const svgElements = list(`
  a animate animateColor animateMotion animateTransform circle clipPath color-profile cursor defs desc discard ellipse
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode
  feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence filter flowDiv flowLine flowPara
  flowRegion flowRoot flowSpan font font-face font-face-format font-face-name font-face-src font-face-uri g glyph glyphRef
  hatch hatchpath hkern image line linearGradient marker mask mesh meshgradient meshpatch meshrow metadata missing-glyph
  mpath path pattern polygon polyline radialGradient rect set solidcolor stop style svg switch symbol text textPath title
  tref tspan use view vkern`)

export const svgAttributes = list(`
  accent-height accumulate additive alignment-baseline alphabetic amplitude arabic-form ascent attributeName attributeType
  azimuth baseFrequency baseProfile baseline-shift bbox begin bias block-progression border by calcMode cap-height class
  clip clip-path clip-rule clipPathUnits color color-interpolation color-interpolation-filters color-profile
  color-rendering content contentScriptType contentStyleType crossorigin cursor cx cy d decoding descent diffuseConstant
  direction display divisor dominant-baseline download dur dx dy edgeMode elevation enable-background end exponent
  externalResourcesRequired fetchpriority fill fill-opacity fill-rule filter filterRes filterUnits flood-color
  flood-opacity focusable font font-family font-feature-settings font-kerning font-size font-size-adjust font-stretch
  font-style font-variant font-variant-caps font-variant-ligatures font-variant-numeric font-variation-settings font-weight
  format fr from fx fy g1 g2 glyph-name glyph-orientation-horizontal glyph-orientation-vertical glyphRef gradientTransform
  gradientUnits hanging height horiz-adv-x horiz-origin-x horiz-origin-y href hreflang id ideographic image-rendering in
  in2 inline-size intercept isolation k k1 k2 k3 k4 kernelMatrix kernelUnitLength kerning keyPoints keySplines keyTimes lang
  lengthAdjust letter-spacing lighting-color limitingConeAngle line-height line-spacing local marker marker-end marker-mid
  marker-start markerHeight markerUnits markerWidth mask mask-type maskContentUnits maskUnits mathematical max media method
  min mix-blend-mode mode name numOctaves offset opacity operator order orient orientation origin overflow
  overline-position overline-thickness paint-order panose-1 path pathLength patternContentUnits patternTransform
  patternUnits ping pointer-events points pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits r
  radius refX refY rel rendering-intent repeatCount repeatDur requiredExtensions requiredFeatures requiredFonts
  requiredFormats restart result role rotate rx ry scale seed shape-inside shape-margin shape-padding shape-rendering
  shape-subtract side slope solid-color solid-opacity spacing specularConstant specularExponent spreadMethod startOffset
  stdDeviation stemh stemv stitchTiles stop-color stop-opacity strikethrough-position strikethrough-thickness string stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width style
  surfaceScale systemLanguage tabindex tableValues target targetX targetY text-align text-align-all text-align-last
  text-anchor text-decoration text-decoration-color text-decoration-line text-decoration-style text-indent
  text-orientation text-overflow text-rendering textLength title to transform transform-box transform-origin type u1 u2
  underline-position underline-thickness unicode unicode-bidi unicode-range units-per-em v-alphabetic v-hanging
  v-ideographic v-mathematical values vector-effect version vert-adv-y vert-origin-x vert-origin-y viewBox viewTarget
  visibility white-space width widths word-spacing writing-mode x x-height x1 x2 xChannelSelector y y1 y2
  yChannelSelector z zoomAndPan`)

export const svgNamespace = 'http://www.w3.org/2000/svg'
export const xlinkNamespace = 'http://www.w3.org/1999/xlink'

/** Metadata that drawing programs leave in their files; browsers ignore it. */
const editorNamespaces = [
  'http://sodipodi.sourceforge.net/',
  'http://www.inkscape.org/',
  'http://purl.org/dc/',
  'http://creativecommons.org/',
  'http://web.resource.org/cc/',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  'http://ns.adobe.com/',
  'adobe:ns:meta/',
  'http://www.bohemiancoding.com/sketch/',
  'http://www.serif.com/',
  'http://vectornator.io',
  'http://www.figma.com/',
  'http://boxy-svg.com',
  'https://boxy-svg.com',
  'http://svgjs.com/',
  'http://svgjs.dev/',
]

export const isEditorNamespace = (uri: string) =>
  editorNamespaces.some((namespace) => uri.startsWith(namespace))
