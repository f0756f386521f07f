export interface LockedPackage {
  version?: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}
export function findMissing(packages: Record<string, LockedPackage>): Record<string, LockedPackage>;
