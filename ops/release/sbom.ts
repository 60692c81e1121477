import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import { readPackages } from './licences.ts'

/** Returns the purl of an npm package. Source: github.com/package-url/purl-spec, "npm". */
const purlOf = (name: string, version: string) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`

/**
 * Returns an SBOM in CycloneDX 1.6 of the packages in a lockfile. Packages that only builds and tests use have the scope
 * `excluded`. `npm sbom` would leave out packages that both the site and its tests use.
 */
export function makeSbom(lockfile: string, version: string): string {
  const bom = new Models.Bom()
  bom.metadata.component = new Models.Component(Enums.ComponentType.Application, 'opx', { version })
  for (const { path, name, version: packageVersion, licence, dev, sha512 } of readPackages(lockfile)) {
    const component = new Models.Component(Enums.ComponentType.Library, name, {
      version: packageVersion,
      purl: purlOf(name, packageVersion),
      bomRef: path,
      scope: dev ? Enums.ComponentScope.Excluded : Enums.ComponentScope.Required,
    })
    component.licenses.add(new Models.LicenseExpression(licence))
    if (sha512 !== null) component.hashes.set(Enums.HashAlgorithm['SHA-512'], sha512)
    bom.components.add(component)
  }
  const format = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)
  return `${new Serialize.JsonSerializer(format).serialize(bom, { sortLists: true, space: 2 })}\n`
}
