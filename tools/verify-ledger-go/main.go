// Command verify-ledger-go checks a ledger with code that is not ours: signatures with golang.org/x/mod/sumdb/note,
// the tree with golang.org/x/mod/sumdb/tlog. It knows nothing of this project but the layout of a copy (c2sp.org/tlog-tiles).
//
//	verify-ledger-go [-vkey key] [-earlier checkpoint] folder-or-address
package main

import (
	"bytes"
	"encoding/base64"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const tileHeight = 8
const tileWidth = 1 << tileHeight

type files struct{ place string }

func (f files) read(path string) ([]byte, error) {
	if !strings.HasPrefix(f.place, "http://") && !strings.HasPrefix(f.place, "https://") {
		return os.ReadFile(filepath.Join(f.place, path))
	}
	answer, err := http.Get(strings.TrimRight(f.place, "/") + "/ledger/" + path)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", path, answer.Status)
	}
	return io.ReadAll(answer.Body)
}

// openTree reads a signed checkpoint: origin, size and root hash, one a line.
func openTree(message []byte, verifier note.Verifier) (tlog.Tree, error) {
	opened, err := note.Open(message, note.VerifierList(verifier))
	if err != nil {
		return tlog.Tree{}, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) < 4 || lines[0] != verifier.Name() {
		return tlog.Tree{}, fmt.Errorf("the checkpoint is not of %s", verifier.Name())
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	root, err := base64.StdEncoding.DecodeString(lines[2])
	if err != nil || len(root) != tlog.HashSize {
		return tlog.Tree{}, fmt.Errorf("the root hash cannot be read")
	}
	tree := tlog.Tree{N: size}
	copy(tree.Hash[:], root)
	return tree, nil
}

func splitBundle(bundle []byte) ([][]byte, error) {
	var entries [][]byte
	for len(bundle) > 0 {
		if len(bundle) < 2 {
			return nil, fmt.Errorf("a length is cut off")
		}
		length := int(bundle[0])<<8 | int(bundle[1])
		if len(bundle) < 2+length {
			return nil, fmt.Errorf("an entry is cut off")
		}
		entries = append(entries, bundle[2:2+length])
		bundle = bundle[2+length:]
	}
	return entries, nil
}

// entriesPath borrows Go's spelling of a tile's index.
func entriesPath(index int64, width int) string {
	path := tlog.Tile{H: tileHeight, L: 0, N: index, W: width}.Path()
	return strings.Replace(path, "tile/8/0/", "tile/entries/", 1)
}

// readEntries hashes every entry into the form tlog stores a tree in.
func readEntries(f files, size int64, counts map[string]int) (tlog.HashReader, error) {
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		hashes := make([]tlog.Hash, len(indexes))
		for i, index := range indexes {
			hashes[i] = stored[index]
		}
		return hashes, nil
	})
	for first := int64(0); first < size; first += tileWidth {
		width := size - first
		if width > tileWidth {
			width = tileWidth
		}
		path := entriesPath(first/tileWidth, int(width))
		bundle, err := f.read(path)
		if err != nil {
			return nil, err
		}
		entries, err := splitBundle(bundle)
		if err != nil {
			return nil, fmt.Errorf("%s: %v", path, err)
		}
		if int64(len(entries)) != width {
			return nil, fmt.Errorf("%s holds %d entries, not %d", path, len(entries), width)
		}
		for i, entry := range entries {
			hashes, err := tlog.StoredHashes(first+int64(i), entry, reader)
			if err != nil {
				return nil, err
			}
			stored = append(stored, hashes...)
			kind, _, _ := bytes.Cut(entry, []byte("\n"))
			counts[string(kind)]++
		}
	}
	return reader, nil
}

// listTiles names every tile of a tree, the last of each level as wide as it is.
func listTiles(size int64) []tlog.Tile {
	var tiles []tlog.Tile
	for level := 0; size>>(tileHeight*level) > 0; level++ {
		hashes := size >> (tileHeight * level)
		for index := int64(0); index*tileWidth < hashes; index++ {
			width := hashes - index*tileWidth
			if width > tileWidth {
				width = tileWidth
			}
			tiles = append(tiles, tlog.Tile{H: tileHeight, L: level, N: index, W: int(width)})
		}
	}
	return tiles
}

// checkTiles holds every tile against the tree of the entries. tlog.TileHashReader would be shorter, but as Debian 12 has
// it, it leaves some of the tiles it read unchecked.
func checkTiles(f files, size int64, reader tlog.HashReader) error {
	for _, tile := range listTiles(size) {
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		found, err := f.read(path)
		if err != nil {
			return err
		}
		expected, err := tlog.ReadTileData(tile, reader)
		if err != nil {
			return err
		}
		if !bytes.Equal(found, expected) {
			return fmt.Errorf("%s does not follow from the entries", path)
		}
	}
	return nil
}

// checkEarlier proves that the tree begins with one that was signed before.
func checkEarlier(file string, tree tlog.Tree, reader tlog.HashReader, verifier note.Verifier) error {
	message, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	earlier, err := openTree(message, verifier)
	if err != nil {
		return err
	}
	if earlier.N > tree.N {
		return fmt.Errorf("the log shrank: %d entries were signed before, now there are %d", earlier.N, tree.N)
	}
	proof, err := tlog.ProveTree(tree.N, earlier.N, reader)
	if err != nil {
		return err
	}
	if err := tlog.CheckTree(proof, tree.N, tree.Hash, earlier.N, earlier.Hash); err != nil {
		return fmt.Errorf("two histories: %v", err)
	}
	return nil
}

func verify(place, vkey, earlier string) error {
	f := files{place}
	if vkey == "" {
		beside, err := f.read("vkey")
		if err != nil {
			return err
		}
		vkey = strings.TrimSpace(string(beside))
	}
	verifier, err := note.NewVerifier(vkey)
	if err != nil {
		return err
	}
	message, err := f.read("checkpoint")
	if err != nil {
		return err
	}
	tree, err := openTree(message, verifier)
	if err != nil {
		return err
	}
	counts := map[string]int{}
	reader, err := readEntries(f, tree.N, counts)
	if err != nil {
		return err
	}
	root, err := tlog.TreeHash(tree.N, reader)
	if err != nil {
		return err
	}
	if err := checkTiles(f, tree.N, reader); err != nil {
		return err
	}
	if root != tree.Hash {
		return fmt.Errorf("the entries give another root than the one signed")
	}
	if earlier != "" {
		if err := checkEarlier(earlier, tree, reader, verifier); err != nil {
			return err
		}
	}
	fmt.Printf("%s: %d entries as signed, %v\n", verifier.Name(), tree.N, counts)
	return nil
}

func main() {
	vkey := flag.String("vkey", "", "the log's key, when the one beside the log is not to be trusted")
	earlier := flag.String("earlier", "", "a checkpoint kept from before")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "verify-ledger-go [-vkey key] [-earlier checkpoint] folder-or-address")
		os.Exit(2)
	}
	if err := verify(flag.Arg(0), *vkey, *earlier); err != nil {
		fmt.Fprintln(os.Stderr, "WRONG:", err)
		os.Exit(1)
	}
}
