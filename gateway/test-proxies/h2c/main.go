// An application that upgrades connections to HTTP/2 (RFC 7540, 3.2), as many Go services do. GET /seen lists the requests
// that it has had, one JSON object a line.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"sync"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/h2c"
)

type request struct {
	HTTP2 bool   `json:"http2"`
	Path  string `json:"path"`
	User  string `json:"user"`
}

func main() {
	var mutex sync.Mutex
	seen := []request{}
	handler := http.HandlerFunc(func(response http.ResponseWriter, r *http.Request) {
		mutex.Lock()
		defer mutex.Unlock()
		if r.URL.Path == "/seen" {
			encoder := json.NewEncoder(response)
			for _, one := range seen {
				encoder.Encode(one)
			}
			return
		}
		seen = append(seen, request{r.ProtoMajor == 2, r.URL.Path, r.Header.Get("X-Forwarded-User")})
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], h2c.NewHandler(handler, &http2.Server{})))
}
