// Checks what a log of ours signed and proved with the packages behind Go's checksum database. Input: the JSON that go-sumdb.test.ts writes.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type input struct {
	Key         string `json:"key"`
	Checkpoint  string `json:"checkpoint"`
	Inclusion   []struct {
		Size  int64    `json:"size"`
		Root  string   `json:"root"`
		Index int64    `json:"index"`
		Leaf  string   `json:"leaf"`
		Proof []string `json:"proof"`
	} `json:"inclusion"`
	Consistency []struct {
		Earlier     int64    `json:"earlier"`
		EarlierRoot string   `json:"earlierRoot"`
		Later       int64    `json:"later"`
		LaterRoot   string   `json:"laterRoot"`
		Proof       []string `json:"proof"`
	} `json:"consistency"`
	TilePaths []struct {
		Path  string `json:"path"`
		Level int    `json:"level"`
		Index int64  `json:"index"`
		Width int    `json:"width"`
	} `json:"tilePaths"`
}

func hash(text string) tlog.Hash {
	parsed, err := tlog.ParseHash(text)
	fail("hash", err)
	return parsed
}

func hashes(texts []string) []tlog.Hash {
	parsed := []tlog.Hash{}
	for _, text := range texts {
		parsed = append(parsed, hash(text))
	}
	return parsed
}

func fail(what string, err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, what, err)
		os.Exit(1)
	}
}

func main() {
	var in input
	fail("input", json.NewDecoder(os.Stdin).Decode(&in))

	verifier, err := note.NewVerifier(in.Key)
	fail("key", err)
	opened, err := note.Open([]byte(in.Checkpoint), note.VerifierList(verifier))
	fail("checkpoint", err)

	for _, one := range in.Inclusion {
		fail("inclusion", tlog.CheckRecord(hashes(one.Proof), one.Size, hash(one.Root), one.Index, hash(one.Leaf)))
	}
	for _, one := range in.Consistency {
		fail("consistency", tlog.CheckTree(hashes(one.Proof), one.Later, hash(one.LaterRoot), one.Earlier, hash(one.EarlierRoot)))
	}
	for _, one := range in.TilePaths {
		// Go's own paths name the height as well.
		want := tlog.Tile{H: 8, L: one.Level, N: one.Index, W: one.Width}.Path()
		if strings.Replace(want, "tile/8/", "tile/", 1) != one.Path {
			fail("tile", fmt.Errorf("%s is %s here", want, one.Path))
		}
	}
	fmt.Println(len(opened.Sigs), len(in.Inclusion), len(in.Consistency), len(in.TilePaths))
}
