/** Every component of the kit in its states, for development. */
export default function KitPage() {
  return (
    <div className="column py-12">
      <h1 className="poster text-6xl">Kit</h1>
    </div>
  );
}
